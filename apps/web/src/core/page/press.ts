/**
 * A press of a button is a click on it also where the layout moved under the mouse meanwhile. A browser takes it for one on
 * what is around both places, so that it is lost, or closes the dialog that the button is in.
 */

/** Pixels that the mouse moves at the most in a press that does not drag. */
const STILL = 5;

/** What acts on clicks. What opens a menu does so when the press begins. */
const BUTTONS = ':is(button, a[href], [role="option"]):not([aria-haspopup])';

interface Press {
  readonly button: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/** Watches the presses of a document, as long as it lasts. */
export function keepPresses(document: Document): void {
  let press: Press | undefined;
  /** The button that was clicked here already, whose press the browser has yet to turn into a click. */
  let told: HTMLElement | undefined;

  const onDown = ({ button: which, target, clientX: x, clientY: y }: MouseEvent) => {
    told = undefined;
    const button = which === 0 && target instanceof Element ? target.closest<HTMLElement>(BUTTONS) : null;
    press = button === null ? undefined : { button, x, y };
  };
  const onUp = ({ button: which, target, clientX, clientY }: MouseEvent) => {
    if (which !== 0 || press === undefined) return;
    const { button, x, y } = press;
    press = undefined;
    const moved = Math.hypot(clientX - x, clientY - y) >= STILL;
    if (moved || !button.isConnected || (target instanceof Node && button.contains(target))) return;
    button.click();
    told = button;
  };
  const onClick = (event: MouseEvent) => {
    if (!event.isTrusted || told === undefined) return;
    if (event.target instanceof Node && event.target.contains(told)) event.stopPropagation();
    told = undefined;
  };
  // Before anything else hears of them.
  const first = { capture: true };
  document.addEventListener("mousedown", onDown, first);
  document.addEventListener("mouseup", onUp, first);
  document.addEventListener("click", onClick, first);
}
