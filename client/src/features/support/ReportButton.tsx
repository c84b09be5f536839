import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { ReportedMatch } from './ReportForm.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

type ReportButtonProps = {
  /** The match on the screen, where there is one. */
  match?: ReportedMatch | undefined
  /** What the report begins with. */
  text?: string | undefined
  variant?: 'quiet' | 'text' | 'neutral'
  /** "Report a problem", in a namespace that the screen has. */
  children: ReactNode
}

/** Opens the dialog that reports a problem; its code comes with the first press. */
export const ReportButton = ({ match, text, variant = 'quiet', children }: ReportButtonProps) => {
  const [wasOpened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        icon="flag"
        data-click="report-problem"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {children}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <ReportDialog open={open} onClose={() => setOpen(false)} match={match} text={text} />
        </Suspense>
      )}
    </>
  )
}
