/*
 * Firefox and WebKit drop a message that a page sends itself while it leaves, also where the page is kept for the way back.
 * React wakes itself by such messages, waits for each before it sends the next, and would render nothing any more.
 * Where there is a `setImmediate`, it uses that instead.
 */

const due: (() => void)[] = []
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => due.shift()?.()
const send = () => port2.postMessage(null)
const setImmediate = (run: () => void) => {
  due.push(run)
  send()
}
Object.assign(globalThis, { setImmediate })
window.addEventListener('pageshow', () => due.forEach(send))
