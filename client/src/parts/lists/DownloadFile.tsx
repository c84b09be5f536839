import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../calls/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

/** Some browsers read a file only after the click is over; in milliseconds. */
const readWithinMs = 60_000

/** Hands a file to the browser to be saved under a name. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
}

/** What is in a file for a table. */
type FileOf = 'statement' | 'money-and-time'

/** What such a file is called when it is saved at a moment, by the day where the visitor is. */
export const fileName = (of: FileOf, at: number): string => {
  const date = new Date(at)
  const digits = (value: number) => String(value).padStart(2, '0')
  return `minefall-${of}-${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}.csv`
}

type DownloadFileProps = {
  of: FileOf
  label: string
  fetch(): Promise<Blob>
  /** Of the note that says why there is no file. */
  className?: string | undefined
}

/** Saves a file for a table, or says why it can't be had. */
export const DownloadFile = ({ of, label, fetch, className }: DownloadFileProps) => {
  const download = useMutation({
    mutationFn: fetch,
    onSuccess: (file) => saveFile(file, fileName(of, Date.now())),
  })
  return (
    <>
      <Button variant="text" icon="incoming" busy={download.isPending} onClick={() => download.mutate()}>
        {label}
      </Button>
      {download.isError && (
        <div className={className}>
          <Note icon="alert" role="alert">
            {errorText(download.error)}
          </Note>
        </div>
      )}
    </>
  )
}
