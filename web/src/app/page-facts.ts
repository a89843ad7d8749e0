/**
 * Attributes of the page's <html>: what the service knows before the first call. While the service itself renders a page,
 * it has set them here.
 */
export const pageFacts: Record<string, string | undefined> =
  typeof document === 'undefined' ? {} : document.documentElement.dataset
