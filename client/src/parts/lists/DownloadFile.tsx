import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../calls/notices.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { statementFileName } from './statement-file.ts'

type DownloadFileProps = {
  label: string
  fetch(): Promise<Blob>
  /** Of the note that says why there is no file. */
  className?: string | undefined
}

/** Saves a statement as a file for a table, or says why it can't be had. */
export const DownloadFile = ({ label, fetch, className }: DownloadFileProps) => {
  const download = useMutation({
    networkMode: 'always',
    mutationFn: fetch,
    onSuccess: (file) => saveFile(file, statementFileName(Date.now())),
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
