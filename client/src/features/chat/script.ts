/** Our own widget, as the server serves it. */
export const ownWidget = '/support/widget.js'

/** Runs a script of this address. Rejects when it can't be had; it may then be asked for again. */
export const runScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`the script ${address} can't be had`))
    })
    document.head.append(script)
  })

/** The documented pause between the page and its chat, in milliseconds. */
const startAfterMs = 500

/** Runs a moment after the page has loaded. */
export const afterLoad = async (
  loaded: Promise<void>,
  after: (ms: number, run: () => void) => unknown,
  run: () => void,
): Promise<void> => {
  await loaded
  after(startAfterMs, run)
}

/** Resolves when the page has loaded with all that it begins with. */
export const pageLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })
