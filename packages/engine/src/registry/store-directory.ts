/** Where a repository's store lies by default, and how one is deleted. */
