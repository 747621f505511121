/** Asks for the token of the server. */
import { useEffect, useRef, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { readStatus } from "../../core/page/poll-server.ts";
import { FormField } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";

export function SignIn() {
  const app = useApp();
  const problem = useAppState("access", (state) => state.problem);
  const reading = useAppState("server", (state) => state.status === "present" && state.access === "read");
  const [token, setToken] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // This loads after the dialog, which looked for the field before.
  useEffect(() => field.current?.focus(), []);
  const close = () => app.access.setAsking(false);
  const submit = async () => {
    if (busy || token.trim() === "") return;
    setBusy(true);
    const answer = await app.access.signIn(token);
    setBusy(false);
    if ("status" in answer) app.stores.server.setState(readStatus(answer.status));
  };
  return (
    <ModalForm
      title="Sign in to the server"
      submit="Sign in"
      ready={!busy && token.trim() !== ""}
      onSubmit={() => void submit()}
      onClose={close}
    >
      {reading && <p>You are signed in with the read-only token. The full token can also deploy and tap.</p>}
      <FormField
        label="Token"
        hint="The content of the server's --token-file. Kept until you sign out or close this tab. You can design without it."
        problem={problem ?? undefined}
      >
        {(ids) => (
          <input
            {...ids}
            ref={field}
            type="password"
            className="mono"
            spellCheck={false}
            autoComplete="current-password"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        )}
      </FormField>
    </ModalForm>
  );
}
