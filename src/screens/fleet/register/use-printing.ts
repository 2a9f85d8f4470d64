import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '#ui/use-media.ts'

/**
 * Whether the page is for paper: what only paper has is drawn then, and at once, since a browser that prints does not
 * wait. It says so before it prints; a preview of the page as it would be printed only has the medium.
 */
export function usePrinting(): boolean {
  const seenAsPaper = useMedia('print')
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true))
    const end = (): void => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing || seenAsPaper
}
