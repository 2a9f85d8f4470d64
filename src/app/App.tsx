import { StrictMode, useEffect, useState } from 'react'
import { changeLanguage, loadParts } from '#i18n/i18n.ts'
import { languageNamed } from '#i18n/languages.ts'
import { partOf } from '#lib/part.ts'
import { useCurrent } from '#lib/use-current.ts'
import { learnSettings } from '#session/public-settings.ts'
import { useSession } from '#session/session.ts'
import { usePart } from './part.ts'
import { publicRouter, takeAddress } from './public/public-router.ts'
import { openScreen } from './screens/open-screen.ts'

const publicApp = partOf(async () => {
  const [{ PublicApp, isSignIn, loadEntrance, loadSignIn }] = await Promise.all([
    import('./public/PublicApp.tsx'),
    loadParts(['door']),
    learnSettings(),
  ])
  const place = publicRouter.current()
  if (place && isSignIn(place.screen)) await loadSignIn()
  else if (place) await Promise.all([loadEntrance(), openScreen(place.screen.id)])
  return PublicApp
})

const signedIn = partOf(async () => {
  const [{ SignedIn, preloadFirst }] = await Promise.all([import('./SignedIn.tsx'), loadParts(['house'])])
  await preloadFirst()
  return SignedIn
})

/** Brings what the first screen needs. A link may say in which language it was written. */
export async function loadFirst(inside: boolean): Promise<void> {
  // what an address carries is in memory, and gone from the address, before anything is drawn.
  if (inside) {
    takeAddress()
    return await signedIn.load()
  }
  const language = languageNamed(publicRouter.arrive()?.params.lang)
  if (language) await changeLanguage(language)
  await publicApp.load()
}

/** Two programs behind one address: the public pages, and the house behind them. */
export function App() {
  const { credentials } = useSession()
  return <StrictMode>{credentials ? <House key={credentials.sessionId} /> : <PublicPages />}</StrictMode>
}

function House() {
  const SignedIn = usePart(signedIn)
  useEffect(() => publicRouter.forget(), [])
  return SignedIn && <SignedIn />
}

/** spec 1 §2 rule 1: without a session only public screens open; the others are remembered for after sign-in. */
function PublicPages() {
  const { signOutReason } = useSession()
  useState(() => publicRouter.arrive(signOutReason))
  const place = useCurrent(publicRouter.subscribe, publicRouter.current)
  const PublicApp = usePart(publicApp)
  return PublicApp && place && <PublicApp {...place} />
}
