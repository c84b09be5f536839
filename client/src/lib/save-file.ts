/** Some browsers read a file only after the click is over; in milliseconds. */
const readWithinMs = 60_000

/** Hands a file to the browser to be saved under a name. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
}
