import { deskCalls } from '@minefall/shared/contracts/desk'
import { classes } from './classes.ts'
import styles from './Picture.module.css'
import { useFileUrl } from './use-file-url.ts'
import { Waiting } from './Waiting.tsx'

/** A picture of a conversation. Where it went wrong, so and a way to try again. */
export const Picture = ({ id, alt, className }: { id: string; alt: string; className?: string }) => {
  const { url, read } = useFileUrl(deskCalls.picture, id)
  if (url === null) return <Waiting of={read} what="Loading the picture" />
  return <img className={classes(styles.picture, className)} src={url} alt={alt} />
}
