import '#ui/base.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAreas, loadEngine } from '#i18n/i18n.ts'
import { addIcons } from '#ui/Icon.tsx'
import icons from '../../catalogue/icons.json?only=check,chevron-right,clock,gateway,key,lock,logout,plus,refresh,retry,unlock,wifi'
import { App } from './App.tsx'
import { bringAll } from './kinds.ts'
import { AREAS } from './text-files.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')

addIcons(icons)
await loadAreas(AREAS)
createRoot(root).render(
  <StrictMode>
    <Suspense>
      <App />
    </Suspense>
  </StrictMode>,
)
bringAll()
loadEngine().catch(reportError)
