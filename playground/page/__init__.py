"""The page: one file a panel. It shows what `playground.decoding` says and computes nothing."""
