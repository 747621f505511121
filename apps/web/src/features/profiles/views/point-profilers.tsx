/** Instructions to point a profiler at a receiver, with its address. */
import type { RecordedReceiver } from "@sluice/protocol";
import { Copy } from "lucide-react";
import { useId, useState } from "react";
import { copyText } from "../../../core/edit/export-file.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { Choice } from "../../../ui/choice.tsx";
import * as controlsCss from "../../../ui/controls.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import { readAddress, recipesFor } from "../reading/profiler-recipes.ts";
import { receiverAddress } from "../reading/request-curl.ts";
import * as css from "./profiles.module.css";

/** The default address of a receiver. */
const DEFAULT_ADDRESS = "http://127.0.0.1:8080";

interface PointProfilersProps {
  /** The server's running receivers, whose addresses are filled in. */
  readonly receivers: readonly RecordedReceiver[];
  /** Id of the selected one. */
  readonly looked: string | undefined;
}

export function PointProfilers({ receivers, looked }: PointProfilersProps) {
  const id = useId();
  const { running, receiver, choose, text, setText, address, known } = useAddress(receivers, looked);
  return (
    <section className={css.recipes} aria-label="Point a profiler here">
      <h3>Point a profiler at a receiver</h3>
      <p className="muted small-text">
        {receiver === undefined ? (
          <>
            <code>profiles.receive_http</code> receives what these profilers send and forwards it to{" "}
            <code>profiles.write</code>. The server runs none now, so this is the default address.
          </>
        ) : (
          <>
            <code>{receiver.id}</code> listens on <code>{receiver.address}</code>{" "}
            {receiver.targets.length > 0
              ? "and forwards what these profilers send."
              : "and forwards nothing, since its forward_to is empty."}
          </>
        )}
      </p>
      {running.length > 1 && (
        <Choice label="Receiver" value={receiver?.id ?? ""} options={running.map((one) => one.id)} onChange={choose} />
      )}
      <label className={css.recipeAddress} htmlFor={id}>
        <span className="small-text">Address of the receiver</span>
        <input
          id={id}
          className={`${controlsCss.field} mono`}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={address === undefined}
          aria-describedby={address === undefined ? `${id}-problem` : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {address === undefined && (
        <p className={controlsCss.fieldError} id={`${id}-problem`}>
          Expected an address such as {DEFAULT_ADDRESS}.
        </p>
      )}
      <Recipes address={address ?? known} />
    </section>
  );
}

/** The address to send to: that of the chosen receiver, until the user types another. */
function useAddress(receivers: readonly RecordedReceiver[], looked: string | undefined) {
  const { pageHost } = useApp().platform;
  const running = receivers.filter((receiver) => receiver.address !== "");
  const [receiverId, setReceiverId] = useState(looked);
  const [written, setText] = useState<string>();
  const receiver = running.find((one) => one.id === receiverId) ?? running[0];
  const known = receiver === undefined ? DEFAULT_ADDRESS : receiverAddress(receiver, pageHost);
  const text = written ?? known;
  const choose = (id: string) => {
    setReceiverId(id);
    setText(undefined);
  };
  return { running, receiver, choose, text, setText, address: readAddress(text), known };
}

/** The instructions for each profiler. */
function Recipes({ address }: { address: Parameters<typeof recipesFor>[0] }) {
  const app = useApp();
  const [chosen, setChosen] = useState("Go");
  const recipes = recipesFor(address);
  const recipe = recipes.find(({ name }) => name === chosen) ?? recipes[0]!;
  return (
    <>
      <fieldset className={css.chips} aria-label="Profilers">
        {recipes.map(({ name }) => (
          <button
            key={name}
            type="button"
            className={controlsCss.chip}
            aria-pressed={name === recipe.name}
            onClick={() => setChosen(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <p className="small-text">{recipe.about}</p>
      <div className={css.recipeCode}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
        <pre tabIndex={0}>{recipe.code}</pre>
        <IconButton
          label={`Copy the code for ${recipe.name}`}
          Icon={Copy}
          onClick={() => void copyText(app, recipe.code, `the code for ${recipe.name}`)}
        />
      </div>
    </>
  );
}
