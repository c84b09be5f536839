import { useRef } from 'react'
import { pictureTypes } from '../lib/picture.ts'
import { Button, type ButtonProps } from './Button.tsx'

type PictureButtonProps = Pick<ButtonProps, 'icon' | 'aria-describedby'> & {
  label: string
  onTake(file: File | undefined): void
}

/** Chooses a picture from the disk. */
export const PictureButton = ({ label, onTake, ...button }: PictureButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onTake(target.files?.[0])
          // The same file again is a choice again.
          target.value = ''
        }}
      />
    </>
  )
}
