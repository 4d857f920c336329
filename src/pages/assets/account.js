// The pages work without this. It copies a key or a command, where the browser can.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (navigator.clipboard === undefined) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}
