import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { toast } from './ToastRegion.tsx'

/** Puts a text on the clipboard; answers whether the browser let it. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.bad('Your browser blocked copying.')
    return false
  }
}

/** Copies `text`; `what` names it: "Copy the order number". */
export const Copy = ({ text, what }: { text: string; what: string }) => {
  const [copied, setCopied] = useState<string | null>(null)
  return (
    <IconButton
      icon={copied === text ? 'check' : 'copy'}
      label={copied === text ? `Copied ${what}` : `Copy ${what}`}
      onClick={async (event) => {
        event.stopPropagation()
        if (await copyText(text)) setCopied(text)
      }}
    />
  )
}
