/** Whether a click follows a link in this tab. */
export function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }) {
  return !defaultPrevented && button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
