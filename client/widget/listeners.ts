/** Those who asked to hear of one thing. One that fails keeps no other from hearing. */
export const listeners = <T>() => {
  const all: ((told: T) => void)[] = []
  return {
    /** Anything but a function hears nothing. */
    add(listener: unknown) {
      if (typeof listener === 'function') all.push((told) => listener(told))
    },
    tell(told: T) {
      for (const listener of all)
        try {
          listener(told)
        } catch (error) {
          console.error('a listener of the support widget failed', error)
        }
    },
  }
}
