import '#ui/base.css'
import { program } from '#session/program.ts'
import { session } from '#session/session.ts'
import { App, loadFirst } from './App.tsx'
import { forgetMissingStyles, reloadOnMissingPart } from './missing-parts.ts'
import './report.ts'
import { draws } from './drawn/take-over.ts'

// spec 1 §2 rule 3, A-07: what a program asks for is kept for this tab and leaves the address before anything is drawn.
const signedIn = session.state().credentials !== undefined
if (location.pathname === '/login' && program.take(location.search, signedIn))
  history.replaceState(null, '', location.pathname)

const reloads = reloadOnMissingPart()
forgetMissingStyles()

/** Where a deployment draws something otherwise, the page says so, and nothing is drawn before. */
const own = document.querySelector('meta[name=own-definitions]')
const loadOwn = own && (async () => (await import('./own-definitions.ts')).loadOwnDefinitions())

const draw = (): void => draws(<App />)
Promise.resolve(loadOwn?.().catch(reportError))
  .then(() => loadFirst(signedIn))
  .then(draw, async (error: unknown) => {
    reportError(error)
    if (await reloads()) return
    // What stands there stays: without its code nothing could be drawn in its place.
    if (window.gatehouseBoot?.unreached) window.gatehouseBoot.unreached()
    else draw()
  })
