type Sharing = Partial<Pick<Navigator, 'share' | 'clipboard'>>

/** Whether this browser has its own sheet to send something to someone. */
export const canShare = ({ share }: Sharing = navigator): boolean => typeof share === 'function'

/** Opens the browser's sheet. Resolves with false when that failed; closed without sending is no failure. */
export const shareLink = async (
  link: { url: string; title: string },
  sharing: Sharing = navigator,
): Promise<boolean> => {
  try {
    await sharing.share?.(link)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/**
 * Copies a text. The clipboard is there on secure pages alone; elsewhere what `select` selects on the page is copied
 * as a key press would. Resolves with whether it worked.
 */
export const copyText = async (
  text: string,
  select: () => boolean,
  { clipboard }: Sharing = navigator,
): Promise<boolean> => {
  try {
    if (clipboard) {
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Forbidden: the older way may still be open.
  }
  return select() && document.execCommand('copy')
}
