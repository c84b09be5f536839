/** Calls `changed` when a day begins where the visitor is, and when they come back: timers stop while a device sleeps. */
export const followDay = (changed: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const plan = () => {
    timer = setTimeout(look, new Date().setHours(24, 0, 0, 0) - Date.now())
  }
  const look = () => {
    clearTimeout(timer)
    changed()
    plan()
  }
  plan()
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
