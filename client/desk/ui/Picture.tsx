import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { file } from '../api.ts'
import { classes } from './classes.ts'
import styles from './Picture.module.css'
import { Waiting } from './Waiting.tsx'

/** A picture that only staff may see, such as `/api/desk/pictures/:id`. Where it went wrong, so and a way to try again. */
export const Picture = ({ path, alt, className }: { path: string; alt: string; className?: string }) => {
  const read = useQuery({
    queryKey: [path, 'file'],
    queryFn: ({ signal }) => file(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const blob = read.data
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (url === null) return <Waiting of={read} what="Loading the picture" />
  return <img className={classes(styles.picture, className)} src={url} alt={alt} />
}
