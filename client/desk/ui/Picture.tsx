import { classes } from './classes.ts'
import styles from './Picture.module.css'
import { useFileUrl } from './use-file-url.ts'
import { Waiting } from './Waiting.tsx'

/** A picture that only staff may see, such as `/api/desk/pictures/:id`. Where it went wrong, so and a way to try again. */
export const Picture = ({ path, alt, className }: { path: string; alt: string; className?: string }) => {
  const { url, read } = useFileUrl(path)
  if (url === null) return <Waiting of={read} what="Loading the picture" />
  return <img className={classes(styles.picture, className)} src={url} alt={alt} />
}
