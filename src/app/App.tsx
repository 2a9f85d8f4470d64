import { StrictMode, useLayoutEffect, useState } from 'react'
import { screens } from '#data/door-catalogue.ts'
import { loadAreas } from '#i18n/i18n.ts'
import { useSession } from '#session/session.ts'
import { DOOR, HOME } from './areas.ts'
import { placeAt, routeOf } from './definitions.ts'
import { partOf, usePart } from './part.ts'
import { here, way } from './way.ts'

const publicApp = partOf(async () => {
  const [{ PublicApp }] = await Promise.all([import('./public/PublicApp.tsx'), loadAreas(DOOR)])
  return PublicApp
})

const signedIn = partOf(async () => {
  const [{ SignedIn, preloadFirst }] = await Promise.all([import('./SignedIn.tsx'), loadAreas(HOME)])
  await preloadFirst()
  return SignedIn
})

/** Brings what the first screen needs. */
export const loadFirst = (inside: boolean): Promise<void> => (inside ? signedIn : publicApp).load()

/** Two programs behind one address: the door, and the house behind it. */
export function App() {
  const { credentials } = useSession()
  return <StrictMode>{credentials ? <House key={credentials.sessionId} /> : <Door />}</StrictMode>
}

function House() {
  const SignedIn = usePart(signedIn)
  return SignedIn && <SignedIn />
}

/** spec 1 §2 rule 1: without a session only public screens open; the others are remembered for after sign-in. */
function Door() {
  const { farewell } = useSession()
  // what an address carries is taken into memory once, and leaves the address before anything is drawn.
  const [asked] = useState(() => placeAt(location.pathname))
  const open = asked?.screen.access?.public === true
  const screen = open ? asked.screen : screens.get('login')
  useLayoutEffect(() => {
    if (open) {
      if (Object.keys(asked.params).length > 0)
        history.replaceState(null, '', asked.screen.route.replace(/\/:.*/, ''))
      return
    }
    if (location.pathname !== '/' && (farewell !== undefined || !way.left)) way.remember(here())
    history.replaceState(null, '', routeOf('login'))
  }, [asked, open, farewell])
  const PublicApp = usePart(publicApp)
  return PublicApp && screen && <PublicApp screen={screen} params={open ? asked.params : {}} />
}
