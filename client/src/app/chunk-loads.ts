/**
 * Vite raises `vite:preloadError` when a chunk cannot be loaded and rethrows unless somebody handles it. Told on as
 * `minefall:chunk-failed`, which a part of the page may handle with `preventDefault()`; otherwise it is rethrown and
 * the nearest boundary shows it.
 */
export const chunkFailed = 'minefall:chunk-failed'

export const watchChunkLoads = (target: EventTarget = window): void => {
  target.addEventListener('vite:preloadError', (event) => {
    const told = new CustomEvent(chunkFailed, {
      cancelable: true,
      detail: 'payload' in event ? event.payload : null,
    })
    if (!target.dispatchEvent(told)) event.preventDefault()
  })
}
