// Shows copy buttons where the browser has a clipboard. The pages work without scripts.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (navigator.clipboard === undefined) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}
