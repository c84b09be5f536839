/** From this magnification on the player has zoomed in: what they see is a part of the page. */
const zoomed = 1.05

/**
 * Tells the style sheet what the on-screen keyboard leaves of the window: `--top`, `--room` and `--under`, in pixels, of
 * the part that is seen. The answer ends it.
 */
export const followKeyboard = (host: HTMLElement): (() => void) => {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const tell = () => {
    const { offsetTop, height, scale } = viewport
    const isZoomed = scale > zoomed
    const set = (name: string, pixels: number) => {
      if (isZoomed) host.style.removeProperty(name)
      else host.style.setProperty(name, `${pixels}px`)
    }
    set('--top', offsetTop)
    set('--room', height)
    set('--under', Math.max(0, window.innerHeight - offsetTop - height))
  }
  tell()
  viewport.addEventListener('resize', tell)
  viewport.addEventListener('scroll', tell)
  return () => {
    viewport.removeEventListener('resize', tell)
    viewport.removeEventListener('scroll', tell)
  }
}
