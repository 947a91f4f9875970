import { Button, type ButtonProps } from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Props = ComponentProps<'a'> & Pick<ButtonProps, 'appearance' | 'size'>

/** Looks like a button because it begins something, and is a link because it has an address. */
const ButtonAnchor = ({ appearance, size, children, ...anchor }: Props) => (
  <Button
    as="a"
    {...(anchor as object)}
    {...(appearance && { appearance })}
    {...(size && { size })}
  >
    {children}
  </Button>
)

export const ButtonLink = createLink(ButtonAnchor)
