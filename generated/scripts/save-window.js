window.opener!==null&&document.querySelector("[data-saved]")!==null&&window.close();
