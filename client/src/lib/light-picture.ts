/** What a slow line carries well within the time that a request may take, in bytes. Lighter pictures go as they are. */
const light = 1_500_000
/** The most pixels a side that the server keeps of a proof. */
const side = 2_000
/** What figures in a photograph of a screen need to stay sharp. */
const jpegQuality = 0.9

/** What a picture is drawn at so that it fits: never larger than it is. */
export const fitInto = (width: number, height: number, most: number): { width: number; height: number } => {
  const scale = Math.min(1, most / width, most / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const redraw = async (file: Blob): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitInto(bitmap.width, bitmap.height, side))
    const context = canvas.getContext('2d')
    if (!context) return null
    // What is transparent would be black in a JPEG.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
  } finally {
    bitmap.close()
  }
}

/**
 * A heavy picture at the size that the server keeps, for lines that are slow; a light one as it is, so that the very
 * same file is known again. What the browser can't draw goes as it is, too: the server says what is wrong with it.
 */
export const lightPicture = async (file: Blob): Promise<Blob> => {
  if (file.size <= light) return file
  const redrawn = await redraw(file).catch(() => null)
  return redrawn && redrawn.size < file.size ? redrawn : file
}
