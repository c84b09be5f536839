import { isValidElement, type ReactElement, type ReactNode } from 'react'

type Parent = { children?: ReactNode }

/** For tests alone: the first element of a type in what a component drew, children first to last; undefined for none. */
export const partOf = <Props>(drawn: ReactNode, type: unknown): ReactElement<Props> | undefined => {
  if (Array.isArray(drawn)) {
    for (const one of drawn) {
      const found = partOf<Props>(one, type)
      if (found) return found
    }
    return undefined
  }
  if (!isValidElement<Props & Parent>(drawn)) return undefined
  return drawn.type === type ? drawn : partOf(drawn.props.children, type)
}
