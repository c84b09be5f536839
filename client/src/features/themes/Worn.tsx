import type { DerivedTheme } from '@minefall/shared/theme'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { wear } from './wear.ts'

export type WornProps = { theme: DerivedTheme; className?: string | undefined; children: ReactNode }

/** A part of the page in a theme of its own. */
export const Worn = ({ theme, className, children }: WornProps) => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (element.current) wear(element.current, theme)
  }, [theme])
  return (
    <div ref={element} className={className}>
      {children}
    </div>
  )
}
