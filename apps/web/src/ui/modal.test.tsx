import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../testing/views.tsx";
import { Modal, ModalForm } from "./modal.tsx";

function Page({ onSubmit, ready = true }: { onSubmit: () => void; ready?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename…
      </button>
      <Modal open={open} label="Rename" onClose={() => setOpen(false)}>
        <ModalForm title="Rename" submit="Save" ready={ready} onSubmit={onSubmit} onClose={() => setOpen(false)}>
          <input aria-label="Before" />
          <input aria-label="Name" data-first />
        </ModalForm>
      </Modal>
    </>
  );
}

it("puts the focus where it belongs, keeps it, and gives it back after Escape", async () => {
  const user = showAlone(<Page onSubmit={vi.fn()} />);
  const button = screen.getByRole("button", { name: "Rename…" });
  await user.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Rename" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" })));
  for (let i = 0; i < 6; i++) {
    await user.tab();
    expect(dialog).toContain(document.activeElement);
  }
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("sends a form by Enter, unless it is not ready", async () => {
  const onSubmit = vi.fn();
  const user = showAlone(<Page onSubmit={onSubmit} />);
  await user.click(screen.getByRole("button", { name: "Rename…" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "shop{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("takes no Enter while it is not ready, and closes by its buttons", async () => {
  const onSubmit = vi.fn();
  const user = showAlone(<Page onSubmit={onSubmit} ready={false} />);
  for (const way of ["Close", "Cancel"]) {
    await user.click(screen.getByRole("button", { name: "Rename…" }));
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "shop{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: way }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});
