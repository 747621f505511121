// Sets the theme before the first paint. Runs apart from the page's bundle, which loads later.
(() => {
  let choice = "system";
  try {
    choice = JSON.parse(localStorage.getItem("sluice.designer.settings") ?? "{}").theme ?? "system";
  } catch {
    // What is stored cannot be read: the system's theme holds.
  }
  const dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
