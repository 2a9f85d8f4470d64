import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/**
 * Draws the app in its place. Where the form of sign-in stands that the build has drawn (decision 0251), it becomes the app:
 * what was typed stays (src/engine/forms/use-typed-before.ts), and what was pressed is pressed again.
 */
export function draws(app: ReactNode): void {
  const root = document.getElementById('root')
  const drawn = document.getElementById('drawn')
  if (!root) throw new Error('index.html has no root')
  const boot = window.gatehouseBoot
  if (!boot?.press || !drawn) {
    drawn?.remove()
    createRoot(root).render(app)
    return
  }
  root.remove()
  drawn.id = 'root'
  delete document.documentElement.dataset.drawn
  // Where the app draws something else, since words are missing or others by now, it draws anew: nobody need know.
  hydrateRoot(drawn, app, { onRecoverableError: () => {} })
  document.removeEventListener('click', boot.press)
  boot.pressed?.removeAttribute('aria-busy')
  boot.pressed?.click()
}
