import { useEffect, useState } from 'react'

/** What was typed once nobody has typed for a moment; what stood there from the beginning at once. */
export function useSettled(text: string, wait: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), wait)
    return () => clearTimeout(timer)
  }, [text, wait])
  return settled
}
