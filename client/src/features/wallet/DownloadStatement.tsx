import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notices.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './statement.module.css'
import { statementFileName } from './statement-file.ts'
import { fetchStatementFile } from './wallet-calls.ts'

/** Every entry there is, as a file for a table. */
export const DownloadStatement = () => {
  const { t } = useTranslation('wallet')
  const download = useMutation({
    networkMode: 'always',
    mutationFn: fetchStatementFile,
    onSuccess: (file) => saveFile(file, statementFileName(Date.now())),
  })
  return (
    <>
      <Button variant="text" icon="incoming" busy={download.isPending} onClick={() => download.mutate()}>
        {t('download')}
      </Button>
      {download.isError && (
        <div className={styles.trouble}>
          <Note icon="alert" role="alert">
            {errorText(download.error)}
          </Note>
        </div>
      )}
    </>
  )
}
