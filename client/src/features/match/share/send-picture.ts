type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>>

/** Whether this browser's own sheet takes pictures. */
export const canSendPicture = (sharing: Sharing = navigator): boolean => {
  const probe = new File([], 'picture.png', { type: 'image/png' })
  return sharing.canShare?.({ files: [probe] }) === true
}

/** Opens the browser's sheet with a picture. False when that failed; closed without sending is no failure. */
export const sendPicture = async (
  picture: File,
  title: string,
  sharing: Sharing = navigator,
): Promise<boolean> => {
  try {
    await sharing.share?.({ files: [picture], title })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** The PNG of what is on a canvas; null where the browser refuses. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
