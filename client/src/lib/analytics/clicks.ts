import { type ButtonName, buttonNames } from '@minefall/shared/analytics'

declare module 'react' {
  interface HTMLAttributes<T> {
    /** Counts presses on it under this name, one of the closed list in docs/analytics.md. */
    'data-click'?: ButtonName | undefined
  }
}

const isButtonName = (value: unknown): value is ButtonName => buttonNames.some((name) => name === value)

/** The button that was pressed, when presses of it are counted and it took this one. */
export const clickedButton = (target: EventTarget | null): ButtonName | null => {
  if (!(target instanceof Element)) return null
  const button = target.closest('[data-click]')
  const name = button?.getAttribute('data-click')
  if (!isButtonName(name) || button?.getAttribute('aria-disabled') === 'true') return null
  return name
}
