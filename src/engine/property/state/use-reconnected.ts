import { useEffect, useEffectEvent, useRef } from 'react'
import { useLink } from './useHome.ts'

/** Calls when the connection is back after a cut: what was told meanwhile has to be asked for. */
export function useReconnected(back: () => void): void {
  const live = useLink().state === 'live'
  const was = useRef<'never' | 'live' | 'cut'>('never')
  const call = useEffectEvent(back)
  useEffect(() => {
    if (!live) {
      if (was.current === 'live') was.current = 'cut'
      return
    }
    const cut = was.current === 'cut'
    was.current = 'live'
    if (cut) call()
  }, [live])
}

/**
 * Calls when the channel opens under somebody who looks already, for the first time or after a cut: what was told before
 * that nobody heard, and calls of the server have been answered meanwhile. Commands wait for the channel themselves.
 */
export function useOpened(opened: () => void): void {
  const { state } = useLink()
  const open = state === 'live' || state === 'offline'
  const was = useRef(open)
  const call = useEffectEvent(opened)
  useEffect(() => {
    if (open && !was.current) call()
    was.current = open
  }, [open])
}
