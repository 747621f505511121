import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../testing/views.tsx";
import { ChooseList } from "./choose-list.tsx";

const NAMES = ["drop", "json", "labels", "logfmt"];

function List({
  choose,
  names = NAMES,
  loading = false,
}: {
  choose: (name: string) => void;
  names?: string[];
  loading?: boolean;
}) {
  return (
    <ChooseList
      label="Search stages"
      listLabel="Stages"
      placeholder="Search"
      nothing="No stage is called so."
      loading={loading}
      find={(query) => names.filter((name) => name.includes(query))}
      keyOf={(name) => name}
      choose={choose}
    >
      {(name) => name}
    </ChooseList>
  );
}

const field = () => screen.getByRole("combobox", { name: "Search stages" });
const current = () => screen.getByRole("option", { selected: true });

it("finds what is typed, goes through it by arrows in a circle, and takes one by Enter", async () => {
  const choose = vi.fn();
  const user = showAlone(<List choose={choose} />);
  expect(document.activeElement).toBe(field());
  await user.keyboard("l");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["labels", "logfmt"]);
  expect(current().textContent).toBe("labels");
  await user.keyboard("{ArrowDown}");
  expect(current().textContent).toBe("logfmt");
  expect(field().getAttribute("aria-activedescendant")).toBe(current().id);
  await user.keyboard("{ArrowDown}");
  expect(current().textContent).toBe("labels");
  await user.keyboard("{ArrowUp}{Enter}");
  expect(choose.mock.calls).toEqual([["logfmt"]]);
});

it("takes what is clicked, and says where nothing is found", async () => {
  const choose = vi.fn();
  const user = showAlone(<List choose={choose} />);
  await user.click(screen.getByRole("option", { name: "json" }));
  expect(choose.mock.calls).toEqual([["json"]]);
  await user.type(field(), "nothing{Enter}");
  expect(screen.getByText("No stage is called so.")).toBeTruthy();
  expect(choose).toHaveBeenCalledTimes(1);
});

it("takes what Enter asked for when it has come", async () => {
  const choose = vi.fn();
  function Later() {
    const [there, setThere] = useState(false);
    return (
      <>
        <List choose={choose} names={there ? NAMES : []} loading={!there} />
        <button type="button" onClick={() => setThere(true)}>
          It comes
        </button>
      </>
    );
  }
  const user = showAlone(<Later />);
  await user.keyboard("js{Enter}");
  expect(choose).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "It comes" }));
  expect(choose.mock.calls).toEqual([["json"]]);
});
