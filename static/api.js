// The programs call the server that this page comes from.
for (const origin of element.querySelectorAll("[data-origin]")) origin.textContent = location.origin;
