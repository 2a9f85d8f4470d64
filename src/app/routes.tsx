import type { RouteObject } from 'react-router'
import { screens } from '#data/catalogue.ts'
import { Guard } from './Guard.tsx'
import { NotFound } from './NotFound.tsx'
import { ScreenPage } from './ScreenPage.tsx'
import { Shell } from './shell/Shell.tsx'

/** One route per screen of the catalogue; public ones lead a signed-in person back (rule 2). */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { index: true, element: <Guard screen={undefined} /> },
      ...[...screens.values()].map((screen) => ({
        path: screen.route,
        element: (
          <Guard screen={screen}>
            <ScreenPage screen={screen} />
          </Guard>
        ),
      })),
      { path: '*', element: <NotFound /> },
    ],
  },
]
