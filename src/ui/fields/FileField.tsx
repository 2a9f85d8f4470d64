import { useId } from 'react'
import { buttonLook } from '../Button.tsx'
import styles from './FileField.module.css'

interface Props {
  label: string
  accept: string
  onChange(file: File): void
}

/** Chooses a file, in our own words: those of a browser are in its language. */
export function FileField({ label, accept, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.file}>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChange(file)
          // The same file, mended, can be chosen again.
          target.value = ''
        }}
      />
      <label htmlFor={id} {...buttonLook({})}>
        {label}
      </label>
    </div>
  )
}
