// Closes the small window with the form for a new bookmark, once that is saved. Only a window that the bookmarklet has
// opened has an opener; others, such as the one in which phones share pages, keep showing that it is saved.

if (window.opener !== null && document.querySelector("[data-saved]") !== null) window.close();
