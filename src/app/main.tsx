import '#ui/base.css'
import { createRoot } from 'react-dom/client'
import { session } from '#session/session.ts'
import { App, loadFirst } from './App.tsx'
import { reloadOnMissingPart } from './missing-parts.ts'
import './report.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')

// spec 1 §2 rule 3: who comes for another program starts without credentials of an earlier visit.
if (location.pathname === '/login' && new URLSearchParams(location.search).has('client_id')) session.end()

reloadOnMissingPart()

const draw = (): void => createRoot(root).render(<App />)
loadFirst(session.state().credentials !== undefined).then(draw, (error: unknown) => {
  reportError(error)
  draw()
})
