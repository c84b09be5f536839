import { lazy, Suspense, useState } from 'react'
import type { ShareDialogProps } from './ShareDialog.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))

/** The dialog that shares a result; its code comes when it is opened first. */
export const ShareLater = (props: ShareDialogProps) => {
  const [asked, ask] = useState(props.open)
  if (props.open && !asked) ask(true)
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <ShareDialog {...props} />
    </Suspense>
  )
}
