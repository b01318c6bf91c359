program main
    implicit none
    type piece
        integer(1), allocatable :: bytes(:)
    end type
    type(piece), allocatable :: kept(:)
    character(len=80) :: line
    character(len=16) :: command
    integer(8) :: n, total, i, number
    integer :: status

    read (*, '(a)') line
    read (line, *) command, n
    select case (command)
    case ('sum')
        total = n
        do
            read (*, *, iostat=status) number
            if (status /= 0) exit
            total = total + number
        end do
        print '(i0)', total
    case ('depth')
        print '(i0)', depth(n)
    case ('memory')
        allocate (kept(n))
        total = 0
        do i = 1, n
            allocate (kept(i)%bytes(1048576))
            kept(i)%bytes = 1
            total = total + kept(i)%bytes(i)
        end do
        print '(i0)', total
    case ('exit')
        call exit(3)
    case ('throw')
        error stop 'on purpose'
    case ('divide')
        print '(i0)', 1000 / n
    case ('output')
        do i = 1, n
            print '(a)', '1234567'
        end do
    end select

contains

    recursive function depth(n) result(deep)
        integer(8), intent(in) :: n
        integer(8) :: deep
        integer(8), volatile :: kept
        kept = n
        if (n == 0) then
            deep = 0
        else
            deep = 1 + depth(n - 1) + (kept - n)
        end if
    end function
end program
